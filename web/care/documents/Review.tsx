import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useRef, useState } from 'react'
import css from './CameraScreen.module.css'

interface ReviewProps {
  shot: Blob
  onAgain: () => void
  onUse: () => Promise<void>
}

/** Whether it can be read, before it is sent. */
export function Review({ shot, onAgain, onUse }: ReviewProps) {
  const [address, setAddress] = useState<string>()
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const made = URL.createObjectURL(shot)
    setAddress(made)
    heading.current?.focus()
    return () => URL.revokeObjectURL(made)
  }, [shot])
  return (
    <div className={css.finder}>
      <h2 ref={heading} tabIndex={-1} className={css.heading}>
        {t('care.camera.review')}
      </h2>
      <div className={css.frame}>
        {address && <img className={css.video} src={address} alt={t('care.camera.shot')} />}
      </div>
      <Button
        variant="primary"
        icon="check"
        busy={busy}
        onClick={() => {
          setBusy(true)
          void onUse()
        }}
      >
        {t('care.camera.use')}
      </Button>
      <Button icon="refresh" onClick={onAgain}>
        {t('care.camera.again')}
      </Button>
    </div>
  )
}
