import { useRef, useState } from 'react'
import { Alert } from '../Alert/Alert.tsx'
import { Button } from '../Button/Button.tsx'
import { t } from '../i18n/messages.ts'
import css from './VideoPlayer.module.css'

interface VideoPlayerProps {
  title: string
  src: string
  poster: string | undefined
  /** WebVTT in `language`, shown from the start. */
  captions: string | null
  language: string
  /** Where to go on, in seconds. */
  from?: number
  /** Every few seconds while it plays, at a pause and at the end. `percent` of 100, whole numbers. */
  onSeen?: (seen: Seen) => void
}
export interface Seen {
  seconds: number
  percent: number
}

/** How much may be lost when the page is closed in the middle. */
const TELL_EVERY_SECONDS = 5
/** So near its end nobody goes on: it starts again. */
const NEAR_END_SECONDS = 2

/** A video with captions. Only its poster is loaded before it plays, and it never plays by itself. */
export function VideoPlayer({ title, src, poster, captions, language, from = 0, onSeen }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const told = useRef(from)
  const [failed, setFailed] = useState(false)
  const tell = (always: boolean) => {
    const { currentTime, duration } = video.current ?? {}
    if (!currentTime || !duration || (!always && Math.abs(currentTime - told.current) < TELL_EVERY_SECONDS)) return
    told.current = currentTime
    onSeen?.({ seconds: Math.floor(currentTime), percent: Math.min(100, Math.round((currentTime / duration) * 100)) })
  }
  const goOn = () => {
    const at = video.current
    if (at && from < at.duration - NEAR_END_SECONDS) at.currentTime = from
  }
  const again = () => {
    setFailed(false)
    video.current?.load()
    void video.current?.play().catch(() => setFailed(true))
  }
  return (
    <div className={css.video}>
      {/* biome-ignore lint/a11y/useMediaCaption: they are there wherever the content has them; packs must */}
      <video
        ref={video}
        className={css.video}
        aria-label={title}
        src={src}
        poster={poster}
        // Files of the API's own host, which on a phone is another origin: captions are refused there without it.
        crossOrigin="anonymous"
        controls
        playsInline
        preload="none"
        onLoadedMetadata={goOn}
        onTimeUpdate={() => tell(false)}
        onPause={() => tell(true)}
        onEnded={() => tell(true)}
        onError={() => setFailed(true)}
      >
        {captions && <track kind="captions" src={captions} srcLang={language} label={t('ui.video.captions')} default />}
      </video>
      {failed && (
        <Alert
          title={t('ui.video.failed')}
          action={
            <Button icon="refresh" fit onClick={again}>
              {t('ui.video.again')}
            </Button>
          }
        >
          {t('ui.video.failedText')}
        </Alert>
      )}
    </div>
  )
}
