// Who opens one of these goes on to another: they come as one file.
export { AuthenticatorScreen } from './AuthenticatorScreen.tsx'
export { ChangePasswordScreen } from './ChangePasswordScreen.tsx'
export { SecurityScreen } from './SecurityScreen.tsx'
