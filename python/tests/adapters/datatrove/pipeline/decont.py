"""Their tests are skipped by their authors; textkin.decontaminate() is what they are about."""

from no_counterpart import absent

NGramsDecontConfig = NGramsDecontFilter = NGramsDecontIndexer = absent("no tasks of lighteval: textkin.decontaminate() takes the test sets")
