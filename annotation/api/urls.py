app_name = "annotation-api"
urlpatterns: list[object] = []
