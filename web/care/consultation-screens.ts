// A consultation and the camera that goes with it: one file to load, of which both are made.
export { ConsultationScreen } from './ConsultationScreen.tsx'
export { CameraScreen } from './documents/CameraScreen.tsx'
