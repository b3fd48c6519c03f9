export default function Screen() {
  return <p>dataset</p>;
}
