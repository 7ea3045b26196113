"""What people decide: correcting, deciding, undoing, and what they are asked."""
