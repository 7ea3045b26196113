"""Facts once they are kept: their life, what took whose place, what contradicts what, decay."""
