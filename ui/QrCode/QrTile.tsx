import { lazy } from '../lazy/lazy.tsx'
import css from './QrCode.module.css'

const QrCode = lazy('QrCode', () => import('./QrCode.tsx'))

/** Characters beyond which the modules would be too small for a cheap camera. */
const LONG = 150

/** A QR code on a light background; the encoder is loaded on first render. */
export function QrTile({ text, label }: { text: string; label: string }) {
  return (
    <div className={text.length > LONG ? `${css.qr} ${css.large}` : css.qr}>
      <QrCode text={text} label={label} />
    </div>
  )
}
