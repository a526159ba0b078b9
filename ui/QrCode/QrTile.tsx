import { lazy } from '../lazy/lazy.tsx'
import css from './QrCode.module.css'

const QrCode = lazy('QrCode', () => import('./QrCode.tsx'))

/** A QR code on its light ground; what draws it comes when it is shown. */
export function QrTile({ text, label }: { text: string; label: string }) {
  return (
    <div className={css.qr}>
      <QrCode text={text} label={label} />
    </div>
  )
}
