"""The middle between games and front ends: one sitting at a game, and series of them."""
