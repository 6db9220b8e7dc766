"""What people see: a view as text, and text as a view."""
