// Who opens one of these goes on to the other: they come as one file.
export { SubscriptionCheckoutScreen } from './SubscriptionCheckoutScreen.tsx'
export { SubscriptionManagerScreen } from './SubscriptionManagerScreen.tsx'
