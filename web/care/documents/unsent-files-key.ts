/** Local storage key that marks unsent files on this device. */
export const UNSENT_FILES_KEY = 'uploads'
