import os

# numpy multiplies small matrices here, for several requests at once. Threads of OpenBLAS wait longer for it than they
# work: 60 vectors by each other took 8 ms with two and .03 with one, while the machine had other work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from .celery import app as celery_app

__all__ = ["celery_app"]
