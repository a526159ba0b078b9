import { lazy, Suspense } from 'react'
import css from './QrCode.module.css'

const QrCode = lazy(() => import('./QrCode.tsx').then((module) => ({ default: module.QrCode })))

/** A QR code on its light ground; what draws it comes when it is shown. */
export function QrPlate({ text, label }: { text: string; label: string }) {
  return (
    <div className={css.qr}>
      <Suspense>
        <QrCode text={text} label={label} />
      </Suspense>
    </div>
  )
}
