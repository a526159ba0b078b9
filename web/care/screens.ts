// Small screens around a consultation, in one file: each file of its own would be one more name in the first script.

export { RescheduleScreen } from './booked/RescheduleScreen.tsx'
export { DeviceTestScreen } from './DeviceTestScreen.tsx'
export { GuestScreen } from './guest/GuestScreen.tsx'
