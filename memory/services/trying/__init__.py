"""What would be so: settings on a throwaway copy, and tests of what agents are handed."""
