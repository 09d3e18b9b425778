"""People: guests with a friendly name, their session, and signing in a second device."""
