import { useEffect, useState } from 'react'
import css from './ToastRegion.module.css'
import { listenToToasts } from './toasts.ts'

/** The live region in which toasts appear; the app renders it once. */
export function ToastRegion() {
  const [text, setText] = useState<string>()
  useEffect(() => listenToToasts(setText), [])
  return (
    <div className={css.region} role="status">
      {text && (
        <p key={text} className={css.toast}>
          {text}
        </p>
      )}
    </div>
  )
}
