import { useRef, useState } from 'react'
import { Alert } from '../Alert/Alert.tsx'
import { Button } from '../Button/Button.tsx'
import { t } from '../i18n/messages.ts'
import css from './VideoPlayer.module.css'

interface VideoPlayerProps {
  title: string
  src: string
  poster: string | undefined
  /** The WebVTT file in `language`, shown by default. */
  captions: string | null
  language: string
  /** The start position in seconds. */
  from?: number
  /** Called every few seconds during playback, on pause and at the end. `percent` is a whole number from 0 to 100. */
  onSeen?: (progress: VideoProgress) => void
}
export interface VideoProgress {
  seconds: number
  percent: number
}

/** The most progress that is lost when the page closes during playback. */
const TELL_EVERY_SECONDS = 5
/** A position this close to the end starts from the beginning. */
const NEAR_END_SECONDS = 2

/** A video with captions. It loads only the poster before playback and never plays by itself. */
export function VideoPlayer({ title, src, poster, captions, language, from = 0, onSeen }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const reportedTime = useRef(from)
  const [failed, setFailed] = useState(false)
  const reportProgress = (always: boolean) => {
    const { currentTime, duration } = video.current ?? {}
    if (!currentTime || !duration || (!always && Math.abs(currentTime - reportedTime.current) < TELL_EVERY_SECONDS))
      return
    reportedTime.current = currentTime
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
        // In the native app the API's host is another origin, from which browsers refuse captions without this.
        crossOrigin="anonymous"
        controls
        playsInline
        preload="none"
        onLoadedMetadata={goOn}
        onTimeUpdate={() => reportProgress(false)}
        onPause={() => reportProgress(true)}
        onEnded={() => reportProgress(true)}
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
