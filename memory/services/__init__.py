"""What the service does, as plain functions. Interfaces call these; they call models, search and providers.

The packages stand on each other in one order, the lowest last: upkeep, trying, then curating, learning and parcels
side by side, memories, handing, talk, graph. What several of them share are the modules beside them.
"""
