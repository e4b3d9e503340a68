# Finds how much memory is free: what the machine has, what the container leaves of it, what
# `ulimit` allows the process. Bytes, Inf where nothing is known.

# The free memory in bytes, Inf where it is not known.
free_memory <- function() max(0, min(free_of_machine(), free_of_container(), free_of_process()))

# The free memory of the machine in bytes, Inf where that is not known.
#   file  of the kernel of Linux about memory
free_of_machine <- function(file = "/proc/meminfo") {
  available <- if (file.exists(file)) number_after_label(file, "MemAvailable:", 1024)
  # macOS and Windows; an error where the package is not there.
  available %||% tryCatch(ps::ps_system_memory()$avail, error = function(e) NULL) %||% Inf
}

# Reads the whole number behind a label at the beginning of a line, times `unit`; Inf without one.
#   file  path of the file;  label: text that the line begins with;  unit: a number
number_after_label <- function(file, label, unit = 1) {
  line <- Find(function(line) startsWith(line, label), lines_of_file(file)) %||% label
  as_number_or_inf(sub("^\\s*(\\d+).*", "\\1", substring(line, nchar(label) + 1L))) * unit
}

# The number in a single line of text; Inf if there is no line or more than one, or if the line is
# not a finite number.
#   lines  character vector of any length
as_number_or_inf <- function(lines) {
  number <- suppressWarnings(as.numeric(lines))
  if (length(number) == 1L && is.finite(number)) number else Inf
}

# Reads the lines of a file; none if it does not exist or may not be read.
lines_of_file <- function(file) {
  tryCatch(suppressWarnings(readLines(file, warn = FALSE)), error = function(e) character())
}

# The free memory in bytes that the container leaves, Inf without a limit: the tightest limit of
# control groups, of version 2 or 1, from the group of this process up to the root. Within a
# container its own group may stand at the root.
#   groups  path of a file of lines "number:controllers:path", a group of this process each;  root:
#           the folder where the files of groups are
free_of_container <- function(groups = "/proc/self/cgroup", root = "/sys/fs/cgroup") {
  fields <- strsplit(lines_of_file(groups), ":", fixed = TRUE)
  free <- vapply(fields[lengths(fields) > 1L], function(line_fields) {
    path <- paste(line_fields[-(1:2)], collapse = ":")
    if (line_fields[[2L]] == "") {
      free_of_groups(root, path, "memory.max", "memory.current", "inactive_file ")
    } else if ("memory" %in% strsplit(line_fields[[2L]], ",", fixed = TRUE)[[1L]]) {
      free_of_groups(file.path(root, "memory"), path, "memory.limit_in_bytes",
                     "memory.usage_in_bytes", "total_inactive_file ")
    } else {
      Inf
    }
  }, 0)
  min(Inf, free)
}

# The bytes that a control group and all groups above it leave, Inf where nothing limits them. Files
# that were read and can be dropped count as free. In it `path` becomes the group above, up to the
# root.
#   root, path    the folder of all control groups, and the group in it
#   limit, usage  names of the files of a group with the limit and what is in use, in bytes
#   droppable     beginning of the line of the file memory.stat with what can be dropped, in bytes
# `free` is the least that a group so far leaves.
free_of_groups <- function(root, path, limit, usage, droppable) {
  free <- Inf
  repeat {
    group_folder <- paste0(root, if (path != "/") path)
    max_bytes <- as_number_or_inf(lines_of_file(file.path(group_folder, limit)))
    # No limit is a number near 2^63 in version 1.
    if (max_bytes < 2^60) {
      used <- as_number_or_inf(lines_of_file(file.path(group_folder, usage)))
      dropped <- number_after_label(file.path(group_folder, "memory.stat"), droppable)
      if (!is.finite(dropped)) dropped <- 0
      if (is.finite(used)) free <- min(free, max_bytes - used + dropped)
    }
    if (path %in% c("/", "", ".")) return(free)
    path <- dirname(path)
  }
}

# The bytes that `ulimit -v` and `ulimit -d` leave this process, Inf without such limits.
#   limits, status  paths of files of the kernel about this process: its limits, and what it uses
# bytes_left(limit, label) takes the labels of a line in `limits`, in bytes, and of one in `status`,
# in kB.
free_of_process <- function(limits = "/proc/self/limits", status = "/proc/self/status") {
  bytes_left <- function(limit, label) {
    max_bytes <- number_after_label(limits, limit)
    used <- if (is.finite(max_bytes)) number_after_label(status, label, 1024) else 0
    max_bytes - if (is.finite(used)) used else 0
  }
  min(bytes_left("Max address space", "VmSize:"), bytes_left("Max data size", "VmData:"))
}
