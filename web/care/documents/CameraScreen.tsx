import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useEffect, useRef, useState } from 'react'
import { goTo } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import css from './CameraScreen.module.css'
import { addFiles, openUploads, useUploads } from './uploads.ts'
import { useCamera } from './use-camera.ts'

/** B2.11: photos of a report or a symptom, one after the other. */
export function CameraScreen({ params: { consultationId = '' } }: { params: Record<string, string> }) {
  const [shot, setShot] = useState<Blob>()
  const [count, setCount] = useState(0)
  const owner = useSession().profile?.id
  const done = pathOf('consultation', { id: consultationId })
  useEffect(() => {
    if (owner) openUploads(owner)
  }, [owner])
  const refused = useUploads(consultationId).filter(({ state }) => state === 'refused').length
  async function use(files: readonly Blob[]): Promise<void> {
    await addFiles(consultationId, files)
    setShot(undefined)
    setCount((before) => before + files.length)
  }
  return (
    <Screen title={t('care.camera.title')} lead={t('care.camera.tip')}>
      {count > 0 && (
        <p role="status" className={css.count}>
          {t('care.camera.count', { count: count - refused })}
        </p>
      )}
      {shot ? (
        <Review shot={shot} onAgain={() => setShot(undefined)} onUse={() => use([shot])} />
      ) : (
        <Finder onShot={setShot} onFiles={(files) => use(files).then(() => goTo(done, { replace: true }))} />
      )}
      {count > 0 && !shot && (
        <LinkButton variant="primary" href={done}>
          {t('care.camera.done')}
        </LinkButton>
      )}
    </Screen>
  )
}

interface FinderProps {
  onShot: (shot: Blob) => void
  onFiles: (files: readonly File[]) => void
}

function Finder({ onShot, onFiles }: FinderProps) {
  const camera = useCamera(false)
  const [failed, setFailed] = useState(false)
  async function shoot(): Promise<void> {
    const shot = await camera.shoot()
    setFailed(!shot)
    if (shot) onShot(shot)
  }
  if (camera.state === 'none') return <NoCamera onFiles={onFiles} />
  return (
    <div className={css.finder}>
      <div className={css.frame}>
        <video ref={camera.video} className={css.video} autoPlay playsInline muted aria-label={t('care.camera.view')} />
      </div>
      {failed && <p role="alert">{t('care.camera.notYet')}</p>}
      <Button variant="primary" icon="camera" busy={camera.state === 'starting'} onClick={() => void shoot()}>
        {t('care.camera.shoot')}
      </Button>
      <div className={css.tools}>
        <FromDevice label={t('care.camera.gallery')} onFiles={onFiles} />
        {camera.flip && (
          <Button icon="flip" onClick={camera.flip}>
            {t('care.camera.flip')}
          </Button>
        )}
        {camera.torch && (
          <Button aria-pressed={camera.torch.isOn} onClick={camera.torch.toggle}>
            {t('care.camera.light')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Without permission or camera: how to allow it, and the phone's camera app, which needs no permission. */
function NoCamera({ onFiles }: Pick<FinderProps, 'onFiles'>) {
  return (
    <div className={css.finder}>
      <h2>{t('care.camera.none')}</h2>
      <p>{t('care.camera.allow')}</p>
      <FromDevice label={t('care.camera.phone')} primary capture onFiles={onFiles} />
      <FromDevice label={t('care.camera.gallery')} onFiles={onFiles} />
    </div>
  )
}

interface FromDeviceProps extends Pick<FinderProps, 'onFiles'> {
  label: string
  primary?: boolean
  capture?: boolean
}

function FromDevice({ label, primary, capture, onFiles }: FromDeviceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!capture}
        accept="image/*"
        capture={capture ? 'environment' : undefined}
        aria-label={label}
        onChange={({ target }) => target.files?.length && onFiles([...target.files])}
      />
      <Button
        icon={capture ? 'camera' : 'upload'}
        variant={primary ? 'primary' : 'secondary'}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}

/** The patient checks that the photo is readable before it is sent. */
function Review({ shot, onAgain, onUse }: { shot: Blob; onAgain: () => void; onUse: () => Promise<void> }) {
  const [address, setAddress] = useState<string>()
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const objectUrl = URL.createObjectURL(shot)
    setAddress(objectUrl)
    heading.current?.focus()
    return () => URL.revokeObjectURL(objectUrl)
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
