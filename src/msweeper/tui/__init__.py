"""Full-screen play: everything geometric comes from the layout, on any topology."""
