ARG PYTHON_IMAGE=python:3.11-slim
FROM $PYTHON_IMAGE
WORKDIR /app
# reads scanned pages of PDFs
RUN apt-get update && apt-get install -y --no-install-recommends tesseract-ocr tesseract-ocr-fra && rm -rf /var/lib/apt/lists/*
COPY requirements.txt requirements.lock ./
# What was looked at and nothing else: every file has a hash.
RUN pip install --no-cache-dir --require-hashes --no-deps -r requirements.lock
# PyTorch: the processor's build; with graphics cards: --build-arg TORCH_INDEX=https://pypi.org/simple
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
RUN pip install --no-cache-dir --extra-index-url $TORCH_INDEX -r requirements.txt
COPY . .
# models say which code trained them: --build-arg DEIDWEB_COMMIT=$(git rev-parse --short HEAD)
ARG DEIDWEB_COMMIT=
ENV DEIDWEB_COMMIT=$DEIDWEB_COMMIT
RUN useradd --system --uid 10001 deidweb && mkdir -p /data /keys /identities && chown deidweb /data /keys /identities \
 && key="$(python -c 'import secrets; print(secrets.token_hex(32))')" \
 && SECRET_KEY=$key AUDIT_KEY=$key STUDY_KEK=$key IDENTITY_KEK=$key ALLOWED_HOSTS=build.invalid DATABASE_URL=sqlite://:memory: \
    DJANGO_SETTINGS_MODULE=deidweb.settings.production python manage.py collectstatic --no-input -i ext
USER deidweb
