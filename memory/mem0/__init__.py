"""mem0's two protocols, so that its users switch by changing a host: the platform client's and the open server's.

A request passes: `views` (its key, through the one door), `asked` (its shape), `places` (whose memory it means), the
services that the API calls too, and `told` (mem0's shapes). ADR 0047 says what means what.
"""
