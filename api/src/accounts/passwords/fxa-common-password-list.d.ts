/** The package has no types of its own. */
declare module "fxa-common-password-list" {
  const list: {
    /** Returns true if the password, in lower case, is one of the 50,000 most common ones of eight or more characters. */
    test(password: string): boolean;
  };
  export default list;
}
