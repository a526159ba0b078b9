// Who opens one of these goes on to another: they come as one file.

export { FirstPasswordScreen } from '../registration/FirstPasswordScreen.tsx'
export { GoogleLinkScreen } from '../social/GoogleLinkScreen.tsx'
export { GoogleScreen } from '../social/GoogleScreen.tsx'
export { AuthenticatorScreen } from './AuthenticatorScreen.tsx'
export { ChangePasswordScreen } from './ChangePasswordScreen.tsx'
export { SecurityScreen } from './SecurityScreen.tsx'
