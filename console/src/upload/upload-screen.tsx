export default function Screen() {
  return <p>upload</p>;
}
