"""What a team would write instead: FastAPI, a pandas row, xgboost. Prints its address once it listens.

Usage: fastapi-peer.py FILE TARGET      Needs: pip install fastapi uvicorn pandas scikit-learn xgboost
"""
import socket, sys
import pandas as pd, uvicorn, xgboost
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

path, target = sys.argv[1:]
table = pd.read_csv(path).dropna(subset=[target])
answers = table.pop(target)
table = table.select_dtypes("number")
model = xgboost.XGBRegressor(n_estimators=100, max_depth=6, learning_rate=0.3, tree_method="hist", n_jobs=1).fit(table, answers)
columns = list(table.columns)


class Question(BaseModel):
    api_token: str
    data: dict[str, float | int | str | None] | list[dict[str, float | int | str | None]]


app = FastAPI()


@app.post("/predict")
async def predict(question: Question):
    if question.api_token != "token":
        raise HTTPException(401)
    rows = question.data if isinstance(question.data, list) else [question.data]
    frame = pd.DataFrame(rows, columns=columns, dtype=float)
    return {"status": "success", "value": model.predict(frame).tolist()}


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
print(f"http://127.0.0.1:{listener.getsockname()[1]}/predict", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False)).run(sockets=[listener])
