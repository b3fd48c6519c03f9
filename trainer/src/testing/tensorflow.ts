/** TensorFlow.js on its plain backend, without the banner that it prints in Node.js. */
import tf from "@tensorflow/tfjs";

tf.enableProdMode();
await tf.setBackend("cpu");

export { tf };
