/** Local storage key that marks unsent files on this device. */
export const LEFT = 'uploads'
