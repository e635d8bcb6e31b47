-- Faults are asked for at every sandbox call: a notification may come later than the call that the fault was meant for.
DROP TRIGGER sandbox_faults_changed ON sandbox_faults;
DROP FUNCTION notify_sandbox_faults();
