import '@mantine/core/styles.css'
import '@mantine/spotlight/styles.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/kit.css'
import './styles/drawings.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
