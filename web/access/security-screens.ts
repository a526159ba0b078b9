// Who opens one of these goes on to another: they come as one file.
export { AuthenticatorScreen } from './AuthenticatorScreen.tsx'
export { ChangePasswordScreen } from './ChangePasswordScreen.tsx'
export { FirstPasswordScreen } from './FirstPasswordScreen.tsx'
export { GoogleLinkScreen } from './GoogleLinkScreen.tsx'
export { GoogleScreen } from './GoogleScreen.tsx'
export { SecurityScreen } from './SecurityScreen.tsx'
