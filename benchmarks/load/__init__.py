"""Load: requests of several kinds over many namespaces, at a rate that no slow answer lowers."""
