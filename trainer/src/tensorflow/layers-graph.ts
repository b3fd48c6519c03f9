import { type Zippable, zipSync } from "fflate";

/** The output of a layer: n × width, in 32 bits. */
export interface LayerOutput {
  layer: string;
  width: number;
}

/** An answer of the layers: n × 1 of numbers and scores, n × labels of classes, whose softmax is the probabilities. */
export interface LayersPrediction {
  values?: LayerOutput;
  logits?: LayerOutput;
  scores?: LayerOutput;
}

type Activation = "linear" | "relu" | "sigmoid" | "softplus" | "softmax";

interface DenseWeights {
  /** Inputs × units, row by row. */
  kernel: Float32Array;
  /** As many as the layer has units. */
  bias: Float32Array;
  activation?: Activation;
}

interface KerasLayer {
  className: string;
  name: string;
  /** Columns of the output. */
  width: number;
  /** Fields of this class of layers, besides those that all have. */
  config: object;
}

interface Weight {
  name: string;
  shape: number[];
  values: Float32Array;
}

const FLOAT_BYTES = 4;
/** The first day that a ZIP archive can tell: the same model gives the same bytes. */
const ARCHIVE_TIME = new Date(1980, 0, 1);

/** A TensorFlow.js layers model in the making: a graph of Keras layers with one input and one output. */
export class LayersGraph {
  private readonly layers: object[] = [];
  private readonly weights: Weight[] = [];
  private nameCounter = 0;

  /** The model's input, n × width. */
  readonly input: LayerOutput;

  constructor(name: string, width: number) {
    this.layers.push({
      class_name: "InputLayer",
      name,
      config: { name, batch_input_shape: [null, width], dtype: "float32", sparse: false },
      inbound_nodes: [],
    });
    this.input = { layer: name, width };
  }

  dense(input: LayerOutput, { kernel, bias, activation = "linear" }: DenseWeights): LayerOutput {
    const name = this.nextName("dense");
    this.weights.push(
      { name: `${name}/kernel`, shape: [input.width, bias.length], values: kernel },
      { name: `${name}/bias`, shape: [bias.length], values: bias },
    );
    return this.add({ className: "Dense", name, width: bias.length, config: { units: bias.length, activation, use_bias: true } }, [input]);
  }

  /** (column − center) ÷ scale of each column. What 32 bits lose of a center is added afterwards. */
  standardise(input: LayerOutput, columns: readonly { center: number; scale: number }[]): LayerOutput {
    const name = this.nextName("batch_normalization");
    const weight = (key: string, of: (column: { center: number; scale: number }) => number) => {
      this.weights.push({ name: `${name}/${key}`, shape: [columns.length], values: Float32Array.from(columns, of) });
    };
    weight("gamma", ({ scale }) => 1 / scale);
    weight("beta", ({ center, scale }) => (Math.fround(center) - center) / scale);
    weight("moving_mean", ({ center }) => center);
    weight("moving_variance", () => 1);
    const config = { axis: -1, epsilon: 0, center: true, scale: true };
    return this.add({ className: "BatchNormalization", name, width: input.width, config }, [input]);
  }

  /** Merges outputs of one width, element by element. */
  elementwise(className: "Add" | "Maximum" | "Minimum", inputs: readonly LayerOutput[]): LayerOutput {
    return this.add({ className, name: this.nextName(className.toLowerCase()), width: inputs[0].width, config: {} }, inputs);
  }

  /** The squared length of each row, n × 1. */
  squaredLength(input: LayerOutput): LayerOutput {
    const config = { axes: -1, normalize: false };
    return this.add({ className: "Dot", name: this.nextName("dot"), width: 1, config }, [input, input]);
  }

  activation(input: LayerOutput, activation: Activation, name = this.nextName("activation")): LayerOutput {
    return this.add({ className: "Activation", name, width: input.width, config: { activation } }, [input]);
  }

  /** A ZIP archive of model.json and weights.bin. `about` is what `getUserDefinedMetadata()` tells programs. */
  toZip(output: LayerOutput, about: object): Uint8Array {
    const files: Zippable = {
      "model.json": new TextEncoder().encode(JSON.stringify(this.toJson(output, about), null, 1)),
      "weights.bin": littleEndian(this.weights.map(({ values }) => values)),
    };
    return zipSync(files, { mtime: ARCHIVE_TIME });
  }

  private toJson(output: LayerOutput, about: object): object {
    const config = {
      name: "agatha",
      layers: this.layers,
      input_layers: [[this.input.layer, 0, 0]],
      output_layers: [[output.layer, 0, 0]],
    };
    return {
      format: "layers-model",
      generatedBy: "Agatha",
      convertedBy: null,
      modelTopology: { class_name: "Model", config },
      weightsManifest: [{ paths: ["weights.bin"], weights: this.weights.map(({ name, shape }) => ({ name, shape, dtype: "float32" })) }],
      userDefinedMetadata: about,
    };
  }

  private add({ className, name, width, config }: KerasLayer, inputs: readonly LayerOutput[]): LayerOutput {
    this.layers.push({
      class_name: className,
      name,
      config: { name, trainable: false, dtype: "float32", ...config },
      inbound_nodes: [inputs.map(({ layer }) => [layer, 0, 0, {}])],
    });
    return { layer: name, width };
  }

  private nextName(kind: string): string {
    return `${kind}_${++this.nameCounter}`;
  }
}

function littleEndian(lists: readonly Float32Array[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(FLOAT_BYTES * lists.reduce((sum, { length }) => sum + length, 0)));
  let at = 0;
  for (const list of lists) {
    for (const value of list) {
      view.setFloat32(at, value, true);
      at += FLOAT_BYTES;
    }
  }
  return new Uint8Array(view.buffer);
}
