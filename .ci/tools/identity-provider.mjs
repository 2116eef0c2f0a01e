// The identity provider that test/sign-in signs in at: a module elsewhere does not find it by name.
export { Provider } from "oidc-provider";
