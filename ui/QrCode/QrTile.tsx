import { lazy } from '../lazy/lazy.tsx'
import css from './QrCode.module.css'

const QrCode = lazy('QrCode', () => import('./QrCode.tsx'))

/** A QR code on a light background; the encoder is loaded on first render. */
export function QrTile({ text, label }: { text: string; label: string }) {
  return (
    <div className={css.qr}>
      <QrCode text={text} label={label} />
    </div>
  )
}
