export default function Screen() {
  return <p>home</p>;
}
