FROM python:3.11-slim
WORKDIR /app
COPY requirements.txt .
# The processor's build of PyTorch; with graphics cards: --build-arg TORCH_INDEX=https://pypi.org/simple
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
RUN pip install --no-cache-dir --extra-index-url $TORCH_INDEX -r requirements.txt
COPY . .
RUN useradd --system --uid 10001 deidweb && mkdir -p /data /keys && chown deidweb /data /keys \
 && SECRET_KEY=build-only AUDIT_KEY=build-only STUDY_KEK=build-only ALLOWED_HOSTS=- DATABASE_URL=sqlite://:memory: \
    DJANGO_SETTINGS_MODULE=deidweb.settings.production python manage.py collectstatic --no-input -i ext
USER deidweb
