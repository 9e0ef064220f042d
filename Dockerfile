ARG PYTHON_IMAGE=python:3.11-slim
FROM $PYTHON_IMAGE
WORKDIR /app
# reads scanned pages of PDFs
RUN apt-get update && apt-get install -y --no-install-recommends tesseract-ocr tesseract-ocr-fra && rm -rf /var/lib/apt/lists/*
# PyTorch: the processor's build, for x86-64; with graphics cards: --build-arg TORCH=cuda
ARG TORCH=cpu
COPY requirements.lock requirements-torch-$TORCH.lock ./
# What was looked at and nothing else: every file has a hash.
RUN pip install --no-cache-dir --require-hashes --no-deps -r requirements.lock \
 && pip install --no-cache-dir --require-hashes --no-deps --extra-index-url https://download.pytorch.org/whl/cpu -r requirements-torch-$TORCH.lock
COPY . .
# models say which code trained them: --build-arg DEIDWEB_COMMIT=$(git rev-parse --short HEAD)
ARG DEIDWEB_COMMIT=
ENV DEIDWEB_COMMIT=$DEIDWEB_COMMIT
RUN useradd --system --uid 10001 deidweb && mkdir -p /data /keys /identities && chown deidweb /data /keys /identities \
 && key="$(python -c 'import secrets; print(secrets.token_hex(32))')" \
 && SECRET_KEY=$key AUDIT_KEY=$key STUDY_KEK=$key IDENTITY_KEK=$key ALLOWED_HOSTS=build.invalid DATABASE_URL=sqlite://:memory: \
    DJANGO_SETTINGS_MODULE=deidweb.settings.production python manage.py collectstatic --no-input -i ext
USER deidweb
