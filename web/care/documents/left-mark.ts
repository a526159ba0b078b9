/** Says in local storage that files of somebody wait on this device. */
export const LEFT = 'uploads'
