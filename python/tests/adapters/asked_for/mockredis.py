"""datasketch's tests import it; whoever asks an adapter for Redis is refused before it is used."""
