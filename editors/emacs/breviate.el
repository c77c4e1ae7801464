;;; breviate.el --- Notes on long texts, passage by passage  -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: wp, tools, convenience

;;; Commentary:

;; Breviate is a language server that takes notes on long texts, passage by passage, and says first what that takes.
;; This file makes it known to Eglot and adds commands for the region and the buffer, and a notes buffer that leads
;; back to the text.
;;
;;   (add-to-list 'load-path "/path/to/breviate/editors/emacs")
;;   (require 'breviate)
;;
;; then `M-x breviate-summarise' in a text.

;;; Code:

(require 'cl-lib)
(require 'eglot)
(require 'jsonrpc)
(require 'seq)

(defgroup breviate nil
  "Notes on long texts."
  :group 'text
  :prefix "breviate-")

(defcustom breviate-command '("breviate" "lsp")
  "The server's program and its arguments."
  :type '(repeat string))

(defcustom breviate-modes '(text-mode)
  "The major modes whose buffers Breviate serves.
Modes that derive from them are meant too: from `text-mode' Markdown, Org,
reStructuredText, TeX and mail."
  :type '(repeat symbol))

(defface breviate-aside '((t :inherit shadow))
  "What a notes buffer says about a note: its lines, its state, its model.")

;; The notes of before Eglot: it has to know the server before it is asked to start it.
(add-to-list 'eglot-server-programs
             (cons breviate-modes
                   (lambda (&rest _)
                     (append breviate-command '(:initializationOptions (:didChangeNotes t)))))
             t)

;;;; Asking the server

(defun breviate--server ()
  "The server that manages this buffer; started if there is none."
  (unless (eglot-current-server)
    (unless (apply #'derived-mode-p breviate-modes)
      (user-error "Breviate: %s is not among `breviate-modes'" major-mode))
    (call-interactively #'eglot))
  (let ((server (or (eglot-current-server) (user-error "Breviate: the server did not start; see M-x eglot-events-buffer"))))
    (unless (equal (plist-get (eglot--server-info server) :name) "breviate")
      (user-error "Breviate: this buffer is managed by another server, and Eglot has one for each buffer"))
    server))

(defun breviate--ask (command &rest arguments)
  "Run COMMAND of the server on this buffer with ARGUMENTS, a plist.
Every command answers at once.  Why nothing was done is said in the echo area."
  (let ((server (breviate--server)))
    (eglot--signal-textDocument/didChange)
    (let ((reply (jsonrpc-request server :workspace/executeCommand
                                  (list :command (concat "breviate." command)
                                        :arguments (vector (append (eglot--TextDocumentIdentifier) arguments))))))
      (when-let ((reason (plist-get reply :reason)))
        (message "Breviate: %s" reason))
      reply)))

(defun breviate--report ()
  "What is known of this buffer's notes."
  (let ((documents (plist-get (breviate--ask "notes") :documents)))
    (if (seq-empty-p documents)
        (user-error "Breviate: the server does not know this buffer")
      (elt documents 0))))

(defun breviate--passages (report)
  "The passages of REPORT as a list."
  (append (plist-get report :passages) nil))

(defun breviate--bounds (passage)
  "Where PASSAGE begins and ends in this buffer."
  (let ((range (plist-get passage :range)))
    (cons (eglot--lsp-position-to-point (plist-get range :start))
          (eglot--lsp-position-to-point (plist-get range :end)))))

(defun breviate--passage-at-point ()
  "The passage around point, or nil."
  (let ((place (point)))
    (seq-find (lambda (passage)
                (let ((bounds (breviate--bounds passage)))
                  (and (<= (car bounds) place) (< place (max (cdr bounds) (1+ (car bounds)))))))
              (breviate--passages (breviate--report)))))

;;;; Commands

;;;###autoload
(defun breviate-summarise (&optional start end)
  "Take notes on the region from START to END, or on the buffer.
The notes appear in a buffer of their own as they are made."
  (interactive (and (use-region-p) (list (region-beginning) (region-end))))
  (let ((reply (if start
                   (breviate--ask "summarise" :range (list :start (eglot--pos-to-lsp-position start)
                                                           :end (eglot--pos-to-lsp-position end)))
                 (breviate--ask "summarise"))))
    (when (plist-get reply :run) (breviate-notes))
    reply))

;;;###autoload
(defalias 'breviate-summarize #'breviate-summarise)

(defun breviate-plan ()
  "Say how many passes notes on this buffer would take."
  (interactive)
  (let* ((plan (plist-get (elt (plist-get (breviate--ask "plan") :documents) 0) :plan))
         (tokens (plist-get plan :tokens)))
    (message "Breviate: %d pass%s, %s%d tokens"
             (plist-get plan :passes)
             (if (= (plist-get plan :passes) 1) "" "es")
             (if (eq (plist-get tokens :exact) t) "" "about ")
             (plist-get tokens :value))))

(defun breviate-update ()
  "Take notes again on what has changed, failed or is new."
  (interactive)
  (with-current-buffer (breviate--source) (breviate--ask "update")))

(defun breviate-retry ()
  "Take the note on the passage at point once more."
  (interactive)
  (let ((passage (or (breviate--passage-at-point) (user-error "Breviate: there is no passage here"))))
    (breviate--ask "retry" :passage (plist-get passage :id))))

(defun breviate-cancel ()
  "Stop taking notes; those that were made are kept."
  (interactive)
  (with-current-buffer (breviate--source) (breviate--ask "cancel")))

(defun breviate-clear ()
  "Forget the notes on this buffer."
  (interactive)
  (with-current-buffer (breviate--source) (breviate--ask "clearNotes")))

(defun breviate-model ()
  "Choose what writes the notes, for this Emacs."
  (interactive)
  (let* ((server (breviate--server))
         (answer (breviate--ask "models"))
         (names (mapcar (lambda (model) (plist-get model :id)) (plist-get answer :models)))
         (name (completing-read (format "Model (now %s): " (plist-get answer :current)) names)))
    (unless (string-empty-p name)
      (let ((section (plist-get (eglot--workspace-configuration-plist server) :breviate)))
        (setq-default eglot-workspace-configuration
                      (list :breviate (plist-put (copy-sequence section) :model name))))
      (eglot-signal-didChangeConfiguration server))))

(defun breviate-insert (passage)
  "Insert the note on PASSAGE, of the passage at point, before the passage's text.
In code it becomes a comment."
  (interactive (list (or (breviate--passage-at-point) (user-error "Breviate: there is no passage here"))))
  (let ((note (or (plist-get passage :note) (user-error "Breviate: the passage has no note yet"))))
    (unless (equal (plist-get passage :state) "fresh")
      (user-error "Breviate: the text has changed since; update the notes first"))
    (save-excursion
      (goto-char (car (breviate--bounds passage)))
      (let ((beginning (point)))
        (insert (plist-get note :text) "\n\n")
        (if (derived-mode-p 'prog-mode)
            (comment-region beginning (1- (point)))
          (fill-region beginning (point)))))))

;;;; The notes buffer

(defvar-local breviate--text nil
  "In a notes buffer: the buffer that the notes are about.")

(defun breviate--source ()
  "The buffer that a command means: this one, or the one that this one has notes on."
  (cond ((not (derived-mode-p 'breviate-notes-mode)) (current-buffer))
        ((buffer-live-p breviate--text) breviate--text)
        (t (user-error "Breviate: the text is not open any more"))))

(defvar breviate-notes-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'breviate-notes-jump)
    (define-key map "n" #'breviate-notes-next)
    (define-key map "p" #'breviate-notes-previous)
    (define-key map "w" #'breviate-notes-copy)
    (define-key map "i" #'breviate-notes-insert)
    (define-key map "r" #'breviate-notes-retry)
    (define-key map "u" #'breviate-update)
    (define-key map "k" #'breviate-cancel)
    map)
  "Keys of a notes buffer, besides those of `special-mode'.")

(define-derived-mode breviate-notes-mode special-mode "Breviate"
  "Notes on another buffer, brought up to date as they change.
\\{breviate-notes-mode-map}"
  (setq-local revert-buffer-function (lambda (&rest _) (breviate--draw (current-buffer)))
              truncate-lines nil
              word-wrap t))

(defun breviate-notes ()
  "Show the notes on this buffer, and bring them up to date as they change."
  (interactive)
  (let* ((text (breviate--source))
         (notes (get-buffer-create (format "*Breviate: %s*" (buffer-name text)))))
    (with-current-buffer notes
      (unless (derived-mode-p 'breviate-notes-mode) (breviate-notes-mode))
      (setq breviate--text text))
    (breviate--draw notes)
    (display-buffer notes)
    notes))

(defun breviate--draw (notes)
  "Write the buffer NOTES anew, with point where it was."
  (with-current-buffer notes
    (let* ((report (with-current-buffer (breviate--source) (breviate--report)))
           (inhibit-read-only t)
           (line (line-number-at-pos))
           (passages (breviate--passages report)))
      (erase-buffer)
      (insert (propertize (breviate--state report) 'face 'breviate-aside) "\n")
      (when-let ((summary (plist-get report :summary)))
        (insert "\n" (propertize "Summary" 'face 'bold) "\n\n")
        (breviate--write-note summary))
      (dolist (passage passages)
        (let ((beginning (point)))
          (insert "\n")
          (breviate--write-passage passage)
          (put-text-property beginning (point) 'breviate-passage (plist-get passage :id))))
      (goto-char (point-min))
      (forward-line (1- line)))))

(defun breviate--state (report)
  "What there is to say of all of REPORT, in a line."
  (let* ((states (mapcar (lambda (passage) (plist-get passage :state)) (breviate--passages report)))
         (count (lambda (state) (seq-count (lambda (each) (equal each state)) states)))
         (words (list (format "%d of %d passages noted" (funcall count "fresh") (length states))
                      (plist-get (plist-get report :model) :id))))
    (dolist (state '("running" "waiting" "stale" "failed" "cancelled"))
      (let ((number (funcall count state)))
        (when (> number 0) (setq words (append words (list (format "%d %s" number state)))))))
    (string-join words " · ")))

(defun breviate--write-passage (passage)
  "Insert PASSAGE's heading and note."
  (let* ((note (plist-get passage :note))
         (range (plist-get passage :range))
         (state (plist-get passage :state)))
    (insert (propertize (format "%d. %s" (plist-get passage :number)
                                (breviate--line (or (plist-get passage :title) (plist-get note :headline) "Untitled")))
                        'face 'bold)
            (propertize (format "  lines %d–%d%s"
                                (1+ (plist-get (plist-get range :start) :line))
                                (1+ (plist-get (plist-get range :end) :line))
                                (if (equal state "fresh") "" (format ", %s" state)))
                        'face 'breviate-aside)
            "\n\n")
    (when-let ((failure (plist-get passage :failure)))
      (insert (format "%s: %s\n\n" (plist-get failure :title) (breviate--line (plist-get failure :detail)))))
    (when note (breviate--write-note note))))

(defun breviate--write-note (note)
  "Insert NOTE, what it leaves out and what its text does not say."
  (when (eq (plist-get note :provisional) t)
    (insert (propertize "Taken without a model:" 'face 'breviate-aside) "\n"))
  (insert (plist-get note :text) "\n")
  (dolist (row `(("Also mentioned" :value ,(plist-get note :omitted))
                 ("Not in the text" :text ,(plist-get note :notInText))))
    (pcase-let ((`(,label ,key ,values) row))
      (unless (seq-empty-p values)
        (insert (propertize (format "%s: " label) 'face 'breviate-aside)
                (mapconcat (lambda (value) (breviate--line (plist-get value key))) values ", ")
                "\n")))))

(defun breviate--line (text)
  "TEXT on one line."
  (replace-regexp-in-string "[ \t\n\r]+" " " text))

(defun breviate--passage-here ()
  "In a notes buffer: the passage whose note is at point."
  (let ((id (or (get-text-property (point) 'breviate-passage) (user-error "Breviate: no passage here"))))
    (with-current-buffer (breviate--source)
      (or (seq-find (lambda (passage) (equal (plist-get passage :id) id)) (breviate--passages (breviate--report)))
          (user-error "Breviate: that passage is no more; g draws the notes anew")))))

(defun breviate-notes-jump ()
  "Go to the text of the note at point."
  (interactive)
  (let ((passage (breviate--passage-here)))
    (pop-to-buffer (breviate--source))
    (push-mark nil t)
    (goto-char (car (breviate--bounds passage)))))

(defun breviate-notes-next ()
  "Go to the next passage's note."
  (interactive)
  (when-let ((place (next-single-property-change (point) 'breviate-passage)))
    (goto-char place)
    (skip-chars-forward "\n")))

(defun breviate-notes-previous ()
  "Go to the note of the passage before."
  (interactive)
  (let ((place (previous-single-property-change (point) 'breviate-passage)))
    (goto-char (or (and place (previous-single-property-change place 'breviate-passage)) (point-min)))
    (skip-chars-forward "\n")))

(defun breviate-notes-copy ()
  "Copy the note at point."
  (interactive)
  (let ((note (plist-get (breviate--passage-here) :note)))
    (kill-new (or (plist-get note :text) (user-error "Breviate: the passage has no note yet")))
    (message "Breviate: the note was copied")))

(defun breviate-notes-insert ()
  "Insert the note at point before the text that it is of."
  (interactive)
  (let ((passage (breviate--passage-here)))
    (with-current-buffer (breviate--source) (breviate-insert passage))))

(defun breviate-notes-retry ()
  "Take the note at point once more."
  (interactive)
  (let ((passage (breviate--passage-here)))
    (with-current-buffer (breviate--source) (breviate--ask "retry" :passage (plist-get passage :id)))))

;; Eglot hands on what it does not know itself by the method's name.
(cl-defmethod eglot-handle-notification (_server (_method (eql 'breviate/didChangeNotes)) &key uri &allow-other-keys)
  "Draw the notes buffer of the text at URI anew, if it is there and shown."
  (let ((path (eglot--uri-to-path uri)))
    (dolist (notes (buffer-list))
      (with-current-buffer notes
        (when (and (derived-mode-p 'breviate-notes-mode)
                   (buffer-live-p breviate--text)
                   (equal (buffer-file-name breviate--text) path)
                   (get-buffer-window notes t))
          ;; Not within the notification: drawing asks the server, whose answer would wait behind it.
          (run-at-time 0 nil (lambda () (when (buffer-live-p notes) (breviate--draw notes)))))))))

(provide 'breviate)
;;; breviate.el ends here
