import { groupSizeWarnings, overfitWarnings, separationWarnings } from "./training-warnings.js";

test.each([
  ["an RMSE of 0.02 on the training rows and 3.2 on others", [{ RMSE: 3.2 }, { RMSE: 0.02 }, { RMSE: 6 }], true],
  ["an RMSE of 2 on the training rows and 3.2 on others", [{ RMSE: 3.2 }, { RMSE: 2 }, { RMSE: 6 }], false],
  [
    "house prices that boosted trees explain to 99 % on their own rows and to 65 % on others",
    [{ RMSE: 57.9 }, { RMSE: 7.8 }, { RMSE: 98 }],
    true,
  ],
  ["prices that a forest explains to 84 % on its own rows and to 70 % on others", [{ RMSE: 53.6 }, { RMSE: 39.8 }, { RMSE: 98 }], false],
  ["a held-out RMSE that is small beside the mean's", [{ RMSE: 0.2 }, { RMSE: 0.001 }, { RMSE: 6 }], false],
  ["boosted trees that explain 93 % of others", [{ RMSE: 4.5 }, { RMSE: 0.8 }, { RMSE: 16.9 }], false],
  ["certain classes on the training rows and uncertain ones on others", [{ log_loss: 0.6 }, { log_loss: 0.01 }, { log_loss: 0.7 }], true],
  [
    "a forest that is right on all of its own rows and little better than a guess on others",
    [
      { log_loss: 0.5, Accuracy: 0.78 },
      { log_loss: 0.15, Accuracy: 1 },
      { log_loss: 0.62, Accuracy: 0.7 },
    ],
    true,
  ],
  [
    "a forest that is right on all of its own rows and on most others",
    [
      { log_loss: 0.2, Accuracy: 0.95 },
      { log_loss: 0.05, Accuracy: 1 },
      { log_loss: 1.1, Accuracy: 0.35 },
    ],
    false,
  ],
  [
    "boosted trees that are nearly right on their own rows and no better than a linear model on others",
    [
      { log_loss: 0.404, Accuracy: 0.808 },
      { log_loss: 0.091, Accuracy: 0.981 },
      { log_loss: 0.668, Accuracy: 0.612 },
    ],
    true,
  ],
  [
    "boosted trees that are right on all of their own rows and on most others",
    [
      { log_loss: 0.115, Accuracy: 0.96 },
      { log_loss: 0.008, Accuracy: 1 },
      { log_loss: 0.644, Accuracy: 0.655 },
    ],
    false,
  ],
  [
    "a classifier that errs on its own rows too",
    [
      { log_loss: 0.5, Accuracy: 0.78 },
      { log_loss: 0.4, Accuracy: 0.85 },
      { log_loss: 0.62, Accuracy: 0.7 },
    ],
    false,
  ],
  ["clusters", [{ CH_index: 3 }, { CH_index: 9 }, {}], false],
] as const)("%s: overfitting is remarked or not", (_which, [heldOut, training, baseline], isRemarked) => {
  expect(overfitWarnings(heldOut, training, baseline)).toHaveLength(isRemarked ? 1 : 0);
});

test("the remark on overfitting tells both figures and what to do", () => {
  const [warning] = overfitWarnings({ RMSE: 3.2 }, { RMSE: 0.02 }, { RMSE: 6 });
  expect(warning).toMatchObject({ code: "overfit", message: expect.stringMatching(/RMSE 0\.0200 against 3\.20.*fewer columns/) });
});

test("clusters with a mean silhouette below 0.25 are said to be hardly separate", () => {
  const [warning] = separationWarnings("CLUSTERING", { silhouette_score: 0.2499 });
  expect(warning).toMatchObject({ code: "clusters_not_separate", values: { silhouette: 0.24 } });
  expect(separationWarnings("CLUSTERING", { silhouette_score: 0.25 })).toEqual([]);
  expect(separationWarnings("CLUSTERING", { silhouette_score: null })).toEqual([]);
  expect(separationWarnings("OCC", { silhouette_score: 0.1 })).toEqual([]);
});

test.each([
  ["a group of its own for each row", (i: number) => i, 100],
  ["two rows in a hundred that share their group", (i: number) => Math.max(1, i), 99],
  ["two rows to a group", (i: number) => i >> 1, undefined],
])("groups are remarked where they are hardly more than rows: %s", (_which, groupOf, groups) => {
  const codes = Int32Array.from({ length: 100 }, (_, i) => groupOf(i));
  const found = groupSizeWarnings({ splitter: { rows: "groups", groups: codes }, groups: codes, groupColumns: ["time"] });
  expect(found.map(({ code, values }) => ({ code, values }))).toEqual(
    groups === undefined ? [] : [{ code: "groups_of_single_rows", values: { groups, rows: 100 } }],
  );
});
