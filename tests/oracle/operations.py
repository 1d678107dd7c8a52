"""The operations of random programs: what NumPy is asked for, and where the answers differ by design.

A function of `OPERATIONS` makes the steps of one operation: data that it needs, and then the step itself.
"""

# each adds its operations
import elementwise
import indices
import products
import reductions
import shapes
import views
from generator import OPERATIONS, Generator

__all__ = ["OPERATIONS", "Generator", "elementwise", "indices", "products", "reductions", "shapes", "views"]
