"""From what somebody typed or dictated to plain sentences, and what of it is not said of the speaker's world."""
